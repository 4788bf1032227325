"""What every request passes on its way in and out, one check a file; `stack` puts them in order."""
