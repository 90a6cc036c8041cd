/** PMFs, the system model, allocation, heuristics and pruning. */
module org.espalier.core {
  requires static org.jspecify;
}
