package org.espalier.service.live;

import java.util.List;

/**
 * A task type.
 *
 * @param parameters what its command takes, one line each, for people
 * @param fields the same, for forms
 */
public record TaskTypeView(String name, List<String> parameters, List<ParameterView> fields) {}
