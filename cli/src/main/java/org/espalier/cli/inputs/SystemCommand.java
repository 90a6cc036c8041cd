package org.espalier.cli.inputs;

import picocli.CommandLine.Command;

/** {@code espalier system}: the parent of what makes and measures systems. */
@Command(
    name = "system",
    description = "Generates and enlarges systems, measures their heterogeneity, and changes it.",
    mixinStandardHelpOptions = true,
    subcommands = {
      SystemGenerateCommand.class,
      SystemMeasureCommand.class,
      SystemRetuneCommand.class,
      SystemEnlargeCommand.class
    },
    footer = {
      "",
      "Examples:",
      "  espalier system generate -o generated.yaml --seed 7",
      "  espalier system measure generated.yaml",
      "  espalier system retune generated.yaml --affinity high -o high.yaml",
      "  espalier system enlarge small.yaml --task-types 30 --special \"3,3,2,2\" -o big.yaml"
    })
final class SystemCommand {}
