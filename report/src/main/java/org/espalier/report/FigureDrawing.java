package org.espalier.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.LambdaFunction;
import org.mozilla.javascript.NativeArray;
import org.mozilla.javascript.RhinoException;
import org.mozilla.javascript.Script;
import org.mozilla.javascript.ScriptableObject;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Draws the figures of a report without a browser. The scripts of the page itself run in Rhino,
 * made older by the build, so that a figure here is the one that the page saves.
 *
 * <p>It belongs to the thread that made it, until it is closed there. Of Java, scripts reach how
 * wide a text is, and nothing else.
 */
public final class FigureDrawing implements AutoCloseable {
  private static final String DRAWING_SCRIPTS = "drawing.es5.js";

  /** The chart library takes a world without window for one without a browser. */
  private static final String TIMERS =
      "function setTimeout() { return 0; } function clearTimeout() {}";

  /** Scripts by their names. They keep nothing of who runs them, and take long to parse. */
  private static final Map<String, Script> PARSED = new ConcurrentHashMap<>();

  /** Rules for a pointer over the figure, which a file has no use for. */
  private static final Pattern STYLE = Pattern.compile("(?s)<style\\b.*?</style>\\s*");

  private static final JsonMapper JSON = JsonMapper.shared();

  private static final Pattern CLASS = Pattern.compile(" class=\"zr[^\"]*\"");

  private final Context context;
  private final ScriptableObject scope;
  private final List<String> ids;

  /**
   * Prepares the figures of a report.
   *
   * @throws IllegalArgumentException if the scripts cannot make figures of the data
   */
  public FigureDrawing(ReportText report) {
    this.context = Context.enter();
    try {
      context.setLanguageVersion(Context.VERSION_ECMASCRIPT);
      context.setInterpretedMode(true); // the scripts run once: compiling them takes longer
      this.scope = context.initSafeStandardObjects();
      load();
      this.ids = begin(report.json());
    } catch (RhinoException e) {
      Context.exit();
      throw new IllegalArgumentException("its figures cannot be drawn: " + e.getMessage(), e);
    }
  }

  private void load() {
    TextWidths widths = new TextWidths();
    scope.put(
        "textWidth",
        scope,
        new LambdaFunction(
            scope,
            "textWidth",
            2,
            (cx, s, self, args) ->
                widths.of(Context.toString(args[0]), Context.toString(args[1]))));
    context.evaluateString(scope, TIMERS, "timers", 1, null);
    for (String name : List.of(WebPage.ECHARTS, "headless.js", DRAWING_SCRIPTS)) {
      PARSED
          .computeIfAbsent(name, key -> context.compileString(WebPage.text(key), key, 1, null))
          .exec(context, scope, scope);
    }
  }

  private List<String> begin(String json) {
    List<?> answer = (NativeArray) call("begin", json);
    return answer.stream().map(Context::toString).toList();
  }

  /** The ids of the figures, in the order of the page. */
  public List<String> ids() {
    return ids;
  }

  /** The axes among whose values a reader may choose, each with its values. */
  public Map<String, List<String>> openAxes() {
    return JSON.readValue(
        Context.toString(call("open")),
        new TypeReference<LinkedHashMap<String, List<String>>>() {});
  }

  /**
   * Shows one value of an axis in all figures where a reader may choose among its values.
   *
   * @param axis one of {@link #openAxes}
   * @param value one of its values
   */
  public void show(String axis, String value) {
    call("show", axis, value);
  }

  /**
   * A figure as SVG, on white.
   *
   * @param position its place in {@link #ids}
   * @param width in pixels
   * @param height in pixels, of charts and curves that have room for their plot in it; others, and
   *     all where it is 0, have their own
   * @throws IllegalArgumentException if the scripts cannot draw it
   */
  public String svg(int position, int width, int height) {
    try {
      String drawn = Context.toString(call("svg", position, width, height));
      return CLASS.matcher(STYLE.matcher(drawn).replaceAll("")).replaceAll("") + "\n";
    } catch (RhinoException e) {
      throw new IllegalArgumentException(
          "%s cannot be drawn: %s".formatted(ids.get(position), e.getMessage()), e);
    }
  }

  private Object call(String function, Object... args) {
    Object drawing = scope.get("drawing", scope);
    return ScriptableObject.callMethod(context, (ScriptableObject) drawing, function, args);
  }

  @Override
  public void close() {
    Context.exit();
  }
}
