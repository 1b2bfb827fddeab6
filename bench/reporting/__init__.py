"""Tables, plots and a page from the records of `trigon bench`; bench/report runs it."""
