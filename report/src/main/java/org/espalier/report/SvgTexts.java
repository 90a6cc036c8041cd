package org.espalier.report;

import java.awt.geom.AffineTransform;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * The texts of an SVG that the chart library drew, and the rest of it.
 *
 * @param all in the order in which they are drawn
 * @param withoutTexts the SVG with all that is no text
 */
record SvgTexts(List<SvgText> all, String withoutTexts) {
  private static final Pattern TEXT = Pattern.compile("(?s)<text\\b.*?</text>");
  private static final Pattern TRANSFORM = Pattern.compile("(translate|matrix)\\(([^)]*)\\)");
  private static final Pattern SIZE = Pattern.compile("font-size:\\s*([0-9.]+)px");
  private static final double DEFAULT_SIZE = 12;

  static SvgTexts of(String svg) {
    List<SvgText> texts = new ArrayList<>();
    collect(root(svg), new AffineTransform(), texts);
    return new SvgTexts(List.copyOf(texts), TEXT.matcher(svg).replaceAll(""));
  }

  private static Element root(String svg) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      return factory
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(svg)))
          .getDocumentElement();
    } catch (SAXException | IOException | ParserConfigurationException e) {
      throw new IllegalArgumentException("the figure is no SVG: " + e.getMessage(), e);
    }
  }

  private static void collect(Element element, AffineTransform outer, List<SvgText> texts) {
    AffineTransform place = new AffineTransform(outer);
    place.concatenate(transform(element.getAttribute("transform")));
    if (element.getTagName().equals("text")) {
      texts.add(text(element, place));
      return;
    }
    for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element child) {
        collect(child, place, texts);
      }
    }
  }

  private static SvgText text(Element element, AffineTransform place) {
    place.translate(number(element, "x"), number(element, "y"));
    double anchor =
        switch (element.getAttribute("text-anchor")) {
          case "middle" -> 0.5;
          case "end" -> 1;
          default -> 0;
        };
    Matcher size = SIZE.matcher(element.getAttribute("style"));
    String words = element.getTextContent().replace('\u00a0', ' ');
    double pixels = size.find() ? Double.parseDouble(size.group(1)) : DEFAULT_SIZE;
    boolean bold = element.getAttribute("style").contains("font-weight:600");
    return new SvgText(words, place, anchor, pixels, bold, colour(element.getAttribute("fill")));
  }

  private static double number(Element element, String attribute) {
    String text = element.getAttribute(attribute);
    return text.isEmpty() ? 0 : Double.parseDouble(text);
  }

  /** As six digits; what is no number of a colour is black, as texts without one are. */
  private static String colour(String fill) {
    if (fill.matches("#[0-9a-fA-F]{3}")) {
      return fill.replaceAll("[0-9a-fA-F]", "$0$0");
    }
    return fill.matches("#[0-9a-fA-F]{6}") ? fill : "#000000";
  }

  private static AffineTransform transform(String text) {
    AffineTransform all = new AffineTransform();
    Matcher part = TRANSFORM.matcher(text);
    while (part.find()) {
      double[] n =
          Pattern.compile("[\\s,]+")
              .splitAsStream(part.group(2).strip())
              .mapToDouble(Double::parseDouble)
              .toArray();
      all.concatenate(
          part.group(1).equals("matrix")
              ? new AffineTransform(n)
              : AffineTransform.getTranslateInstance(n[0], n.length > 1 ? n[1] : 0));
    }
    return all;
  }
}
