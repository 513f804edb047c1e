#!/bin/sh
# Opens the course with the first Python that this folder serves. macOS: double-click start.command.
folder=$(cd "$(dirname "$0")" && pwd) || exit 1
for python in @PYTHON3S@ python3 python; do
  if "$python" -c 'import sys; sys.exit("%d.%d" % sys.version_info[:2] not in "@PYTHONS@".split())' 2>/dev/null; then
    exec "$python" "$folder/start.py" "$@"
  fi
done
echo "No Python of these versions was found: @PYTHONS@. README.txt says where to get one." >&2
exit 1
