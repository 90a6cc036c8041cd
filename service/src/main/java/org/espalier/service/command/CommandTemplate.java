package org.espalier.service.command;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.espalier.workload.document.Names;

/**
 * The command of a task type: an argument vector in which <code>{name}</code> stands for the value
 * of a parameter, and <code>{{</code> and <code>}}</code> for braces. Each argument of the template
 * becomes one argument of the command, whatever the values: no shell reads it, and a value becomes
 * an option only where its parameter allows it.
 *
 * <p><code>{machine}</code> and <code>{machine_type}</code> stand for the machine that runs it.
 *
 * @param arguments the program, which takes no parameters, and its arguments; empty for a task type
 *     that runs none
 * @param parameters all parameters that may be said; each stands in this command, or in that of
 *     another machine type
 */
public record CommandTemplate(List<String> arguments, List<Parameter> parameters) {
  /** Finding the name that was meant takes a while. */
  private static final int MOST_REMEDIES = 100;

  private static final String MACHINE = "machine";
  private static final String MACHINE_TYPE = "machine_type";
  private static final String P_STATE = "p_state";
  private static final Set<String> PLACE = Set.of(MACHINE, MACHINE_TYPE, P_STATE);

  public CommandTemplate {
    arguments = List.copyOf(arguments);
    parameters = List.copyOf(parameters);
    List<String> faults =
        arguments.isEmpty() ? List.of() : faults(arguments, standingIn(arguments, parameters));
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", faults));
    }
  }

  /** The template of a task type that runs no command. */
  public static CommandTemplate none(List<Parameter> parameters) {
    return new CommandTemplate(List.of(), parameters);
  }

  /** All that is wrong with a template of a command; empty if it can be built. */
  public static List<String> faults(List<String> arguments, List<Parameter> parameters) {
    if (arguments.isEmpty() || arguments.getFirst().isEmpty()) {
      return List.of("the command is empty; give at least a program");
    }
    List<String> faults = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      argumentFault(i, arguments, parameters).ifPresent(faults::add);
    }
    faults.addAll(nameFaults(arguments, parameters));
    return faults;
  }

  /** Those parameters that stand in an argument. */
  public static List<Parameter> standingIn(List<String> arguments, List<Parameter> parameters) {
    Set<String> used = used(arguments);
    return parameters.stream().filter(parameter -> used.contains(parameter.name())).toList();
  }

  private static Set<String> used(List<String> arguments) {
    Set<String> used = new TreeSet<>();
    for (String argument : arguments) {
      Argument.parse(argument).ifPresent(parsed -> used.addAll(parsed.parameters()));
    }
    return used;
  }

  private static Optional<String> argumentFault(
      int i, List<String> arguments, List<Parameter> parameters) {
    String argument = arguments.get(i);
    Optional<Argument> parsed = Argument.parse(argument);
    if (parsed.isEmpty()) {
      return Optional.of(
          "argument %s is '%s' and has a brace alone; write {{ or }} for a brace"
              .formatted(i, argument));
    }
    if (argument.indexOf('\0') >= 0) {
      return Optional.of("argument %s has a NUL character; remove it".formatted(i));
    }
    if (parsed.get().parameters().isEmpty()) {
      return Optional.empty();
    }
    if (i == 0) {
      return Optional.of(
          "the program is '%s'; it must not be a parameter's value, write its name"
              .formatted(argument));
    }
    return CodeProgram.fault(i, arguments, mayBeText(parsed.get(), parameters));
  }

  private static boolean mayBeText(Argument argument, List<Parameter> parameters) {
    return parameters.stream()
        .filter(parameter -> argument.parameters().contains(parameter.name()))
        .anyMatch(each -> each instanceof TextParameter || each instanceof FileParameter);
  }

  private static List<String> nameFaults(List<String> arguments, List<Parameter> parameters) {
    List<String> faults = new ArrayList<>();
    Set<String> used = used(arguments);
    Set<String> known = new TreeSet<>();
    for (Parameter parameter : parameters) {
      if (PLACE.contains(parameter.name())) {
        faults.add(
            "parameter %s is described, and stands for where the command runs; rename it"
                .formatted(parameter.name()));
      } else if (!known.add(parameter.name())) {
        faults.add("parameter %s is described twice; remove one".formatted(parameter.name()));
      } else if (!used.contains(parameter.name())) {
        faults.add(
            "parameter %s stands in no argument; write {%s} in one, or remove it"
                .formatted(parameter.name(), parameter.name()));
      }
    }
    used.removeAll(PLACE);
    for (String name : used) {
      if (!known.contains(name)) {
        faults.add(
            "{%s} is no parameter; describe it, or correct the name (%s)"
                .formatted(name, Names.remedy(name, known)));
      }
    }
    return faults;
  }

  /** The parameters, one line each, for people. */
  public List<String> descriptions() {
    return parameters.stream().map(Parameter::description).toList();
  }

  /** All that is wrong with values, by name; empty if a command can be made of them. */
  public List<ParameterFault> check(Map<String, String> values) {
    List<ParameterFault> problems = new ArrayList<>(unknown(values));
    for (Parameter parameter : parameters) {
      Optional<String> given = given(parameter, values);
      String fault =
          given.isPresent()
              ? parameter.fault(given.get()).orElse("")
              : "no value is given; give a " + parameter.values();
      if (!fault.isEmpty()) {
        problems.add(new ParameterFault(parameter.name(), fault));
      }
    }
    return problems.isEmpty() ? options(values) : problems;
  }

  /** What commands are told of where they run: machine, machine type and P-state by name. */
  public static Map<String, String> place(String machine, String machineType, String pState) {
    return Map.of(MACHINE, machine, MACHINE_TYPE, machineType, P_STATE, pState);
  }

  /** Whether it is told the P-state that it is to run in. */
  public boolean takesPState() {
    return used(arguments).contains(P_STATE);
  }

  /**
   * The command for values on a machine.
   *
   * @param place as {@link #place} tells it
   * @throws IllegalArgumentException with all that is wrong with them
   */
  public List<String> expand(Map<String, String> values, Map<String, String> place) {
    checkAll(values);
    Map<String, String> expanded = expanded(values);
    expanded.putAll(place);
    return parsed().stream().map(argument -> argument.expand(expanded)).toList();
  }

  /**
   * The same where it is a {@linkplain ServerCall request} to a server.
   *
   * @throws IllegalArgumentException with all that is wrong with the values
   */
  public List<String> call(Map<String, String> values, Map<String, String> place) {
    checkAll(values);
    Map<String, String> expanded = expanded(values);
    expanded.putAll(place);
    List<String> parts = new ArrayList<>();
    for (Argument argument : parsed()) {
      int index = parts.size();
      Map<String, String> escaped = new HashMap<>(expanded);
      escaped.replaceAll((name, value) -> ServerCall.escape(arguments, index, value));
      parts.add(argument.expand(escaped));
    }
    ServerCall unused = ServerCall.of(parts); // checks it
    return parts;
  }

  private void checkAll(Map<String, String> values) {
    List<ParameterFault> problems = check(values);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          problems.stream()
              .map(problem -> "parameter %s: %s".formatted(problem.parameter(), problem.message()))
              .collect(Collectors.joining("; ")));
    }
  }

  /** Whether it is a request whose body is that of an invocation. */
  public boolean takesBody() {
    return arguments.size() > 1 && !ServerCall.hasBody(arguments);
  }

  private List<ParameterFault> unknown(Map<String, String> values) {
    List<String> known = parameters.stream().map(Parameter::name).toList();
    List<ParameterFault> faults = new ArrayList<>();
    for (String name : new TreeSet<>(values.keySet())) {
      if (!known.contains(name)) {
        faults.add(
            faults.size() < MOST_REMEDIES
                ? unknown(name, values.getOrDefault(name, ""), known)
                : new ParameterFault(name, "is for no parameter of this command"));
      }
    }
    return faults;
  }

  private static ParameterFault unknown(String name, String value, List<String> known) {
    return new ParameterFault(
        name,
        "value '%s' is for no parameter of this command; %s"
            .formatted(Parameter.show(value), Names.remedy(name, known)));
  }

  /** Values at the beginning of an argument that would make an option of it. */
  private List<ParameterFault> options(Map<String, String> values) {
    Map<String, String> expanded = expanded(values);
    Set<String> beginning = new HashSet<>();
    for (Argument argument : parsed()) {
      if (argument.expand(expanded).startsWith("-")) {
        argument.first(expanded).ifPresent(beginning::add);
      }
    }
    return parameters.stream()
        .filter(each -> beginning.contains(each.name()) && !each.mayLookLikeAnOption())
        .map(each -> looksLikeAnOption(each.name(), expanded.getOrDefault(each.name(), "")))
        .toList();
  }

  private static ParameterFault looksLikeAnOption(String name, String value) {
    return new ParameterFault(
        name,
        "value '%s' begins with a hyphen and would be an option of the command; give another"
            .formatted(Parameter.show(value)));
  }

  private Map<String, String> expanded(Map<String, String> values) {
    Map<String, String> expanded = new HashMap<>();
    for (Parameter parameter : parameters) {
      given(parameter, values)
          .ifPresent(value -> expanded.put(parameter.name(), parameter.expand(value)));
    }
    return expanded;
  }

  private static Optional<String> given(Parameter parameter, Map<String, String> values) {
    return Optional.ofNullable(values.get(parameter.name())).or(parameter::fallback);
  }

  private List<Argument> parsed() {
    return arguments.stream().map(argument -> Argument.parse(argument).orElseThrow()).toList();
  }
}
