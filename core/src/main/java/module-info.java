/** PMFs, the system model, allocation, heuristics and pruning. */
module org.espalier.core {
  requires static transitive org.jspecify;

  exports org.espalier.core.allocation;
  exports org.espalier.core.model;
  exports org.espalier.core.pmf;
}
