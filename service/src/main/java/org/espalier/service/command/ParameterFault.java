package org.espalier.service.command;

/**
 * What is wrong with the value of a parameter.
 *
 * @param parameter its name
 * @param message what is wrong, the value, and the remedy
 */
public record ParameterFault(String parameter, String message) {}
