package org.espalier.cli.inputs;

import picocli.CommandLine.Command;

/** {@code espalier pet}: the parent of what makes PETs. */
@Command(
    name = "pet",
    description = "Makes PET matrices.",
    mixinStandardHelpOptions = true,
    subcommands = PetBuildCommand.class,
    footer = {"", "Example:", "  espalier pet build times.csv -o times.pet.csv"})
final class PetCommand {}
