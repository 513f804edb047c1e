"""A classroom without a network: ``python kit.py stick FOLDER`` builds the folder that goes there."""
