"""What every game shares: values, geometry, the log and its only writer."""
