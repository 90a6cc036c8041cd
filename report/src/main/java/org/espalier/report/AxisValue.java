package org.espalier.report;

/**
 * One axis held at one of its values.
 *
 * @param axis name of the axis
 * @param value one of the axis's values
 */
public record AxisValue(String axis, String value) {}
