package org.espalier.cli.inputs;

import picocli.CommandLine.Command;

/** {@code espalier workload}: the parent of what makes workloads. */
@Command(
    name = "workload",
    description = "Generates workloads, and converts them between formats.",
    mixinStandardHelpOptions = true,
    subcommands = {WorkloadGenerateCommand.class, WorkloadConvertCommand.class},
    footer = {
      "",
      "Examples:",
      "  espalier workload generate --system inputs/spec/system.yaml -o trials --trials 30",
      "  espalier workload convert trace.swf.gz -o trace.csv --pet trace.pet.csv"
    })
final class WorkloadCommand {}
