"""Tests; a package, so that the toy and the conformance checker can be imported by name."""
