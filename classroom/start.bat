@echo off
rem Opens the course with the first Python that this folder serves.
setlocal
for %%v in (@PYTHONS@) do (
  py -%%v -c "" >nul 2>nul
  if not errorlevel 1 (
    py -%%v "%~dp0start.py" %*
    goto ended
  )
)
python "%~dp0start.py" %*
:ended
if errorlevel 1 pause
