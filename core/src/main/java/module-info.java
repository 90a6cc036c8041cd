import org.jspecify.annotations.NullMarked;

/** PMFs, the system model, allocation, heuristics and pruning. */
@NullMarked
module org.espalier.core {
  requires static transitive org.jspecify;

  exports org.espalier.core.allocation;
  exports org.espalier.core.allocation.journal;
  exports org.espalier.core.allocation.rules;
  exports org.espalier.core.bound;
  exports org.espalier.core.budget;
  exports org.espalier.core.energy;
  exports org.espalier.core.heuristic;
  exports org.espalier.core.model;
  exports org.espalier.core.pmf;
  exports org.espalier.core.pricing;
  exports org.espalier.core.pruning;
  exports org.espalier.core.registry;
  exports org.espalier.core.scaling;
  exports org.espalier.core.utility;

  uses org.espalier.core.registry.PolicyProvider;
}
