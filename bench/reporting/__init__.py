"""Tables, plots and a page from the records of `tricorn bench`; bench/report runs it."""
