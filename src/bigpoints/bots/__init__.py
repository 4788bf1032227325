"""Programs that play and solve. Whoever imports one of these modules loads the compiler."""
