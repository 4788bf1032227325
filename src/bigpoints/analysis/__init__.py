"""What positions and games mean to those who play them: hints that say why."""
