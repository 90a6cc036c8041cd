package org.espalier.cli.inputs;

import picocli.CommandLine.Command;

/** {@code espalier workload}: the parent of what makes workloads. */
@Command(
    name = "workload",
    description = "Generates workloads, converts them between formats, and fits loads to logs.",
    mixinStandardHelpOptions = true,
    subcommands = {
      WorkloadGenerateCommand.class,
      WorkloadConvertCommand.class,
      WorkloadFitCommand.class
    },
    footer = {
      "",
      "Examples:",
      "  espalier workload generate --system inputs/spec/system.yaml -o trials --trials 30",
      "  espalier workload convert trace.swf.gz -o trace.csv --pet trace.pet.csv"
    })
final class WorkloadCommand {}
