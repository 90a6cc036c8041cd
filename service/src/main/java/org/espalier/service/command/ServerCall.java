package org.espalier.service.command;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A request to a server, also as the arguments of a {@link CommandTemplate}. These are the method,
 * the path, headers as {@code Name: value}, and the body after an equals sign.
 *
 * @param path from a slash on, with a query if there is one; what stands before it is the server's
 * @param headers each as {@code Name: value}
 * @param body empty where it is that of an invocation, or there is none
 */
public record ServerCall(String method, String path, List<String> headers, Optional<String> body) {
  private static final String BODY = "=";
  private static final Pattern METHOD = Pattern.compile("GET|POST|PUT|PATCH|DELETE");
  private static final Pattern HEADER =
      Pattern.compile("[A-Za-z0-9!#$&'*+.^_`|~-]+: [\\x20-\\x7e]*");
  private static final Pattern DOTS = Pattern.compile("(^|/)(\\.|%2[eE]){1,2}(/|\\?|$)");

  public ServerCall {
    headers = List.copyOf(headers);
    List<String> faults = new ArrayList<>();
    if (!METHOD.matcher(method).matches()) {
      faults.add("the method is '%s'; expected GET, POST, PUT, PATCH or DELETE".formatted(method));
    }
    if (!isPath(path)) {
      faults.add("the path '%s' is none; expected a slash and letters of a URL".formatted(path));
    } else if (DOTS.matcher(path).find() || path.contains("#")) {
      faults.add(
          "the path '%s' would lead elsewhere; give one without . and .. and #".formatted(path));
    }
    for (String header : headers) {
      if (!HEADER.matcher(header).matches()) {
        faults.add(
            "the header '%s' is none; expected a name, a colon, and letters of ASCII"
                .formatted(Parameter.show(header)));
      }
    }
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", faults));
    }
  }

  /** Whether a text is a path of a URL, from its slash on. */
  public static boolean isPath(String path) {
    try {
      return path.startsWith("/") && new URI("http://host" + path).getHost() != null;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /** The request that arguments describe. */
  public static ServerCall of(List<String> arguments) {
    List<String> headers = new ArrayList<>(arguments.subList(2, arguments.size()));
    Optional<String> body =
        Optional.of(headers)
            .filter(rest -> !rest.isEmpty() && rest.getLast().startsWith(BODY))
            .map(rest -> rest.removeLast().substring(BODY.length()));
    return new ServerCall(arguments.get(0), arguments.get(1), headers, body);
  }

  /** The arguments that describe a request, which may have parameters in them. */
  public static List<String> arguments(
      String method, String path, List<String> headers, Optional<String> body) {
    List<String> arguments = new ArrayList<>(List.of(method, path));
    arguments.addAll(headers);
    body.map(BODY::concat).ifPresent(arguments::add);
    return arguments;
  }

  /** Whether a template has a body of its own, so that an invocation brings none. */
  static boolean hasBody(List<String> arguments) {
    return arguments.getLast().startsWith(BODY);
  }

  /**
   * A value as it can stand in an argument of a template. In a path it is in percent encoding, in a
   * body of JSON a part of a text.
   */
  static String escape(List<String> template, int argument, String value) {
    if (argument == 1) {
      return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }
    boolean isJson = argument > 1 && template.get(argument).startsWith(BODY) && isJson(template);
    return isJson ? value.replace("\\", "\\\\").replace("\"", "\\\"") : value;
  }

  private static boolean isJson(List<String> template) {
    return template.stream()
        .map(argument -> argument.toLowerCase(Locale.ROOT))
        .anyMatch(header -> header.startsWith("content-type:") && header.contains("json"));
  }

  /** What is wrong with a template of a request besides what is wrong with one of a command. */
  public static List<String> faults(List<String> arguments, List<Parameter> parameters) {
    List<String> faults = new ArrayList<>();
    for (Parameter parameter : parameters) {
      if (parameter instanceof FileParameter) {
        faults.add("parameter %s is a file, which only commands take".formatted(parameter.name()));
      } else if (parameter instanceof TextParameter && standsBare(arguments, parameter.name())) {
        faults.add(
            "parameter %s is a text and stands in JSON without quotes, where its value could add to it; write \"{%s}\""
                .formatted(parameter.name(), parameter.name()));
      }
    }
    return faults;
  }

  /** Whether a parameter stands in the JSON of a body outside of texts. */
  private static boolean standsBare(List<String> arguments, String name) {
    if (!hasBody(arguments) || !isJson(arguments)) {
      return false;
    }
    boolean quoted = false;
    for (Argument.Piece piece :
        Argument.parse(arguments.getLast()).map(Argument::pieces).orElse(List.of())) {
      if (piece.isParameter() && piece.text().equals(name) && !quoted) {
        return true;
      }
      if (!piece.isParameter()) {
        long quotes = piece.text().replaceAll("\\\\.", "").chars().filter(c -> c == '"').count();
        quoted ^= quotes % 2 == 1;
      }
    }
    return false;
  }
}
