/**
 * Energy budgets of periods: what may be spent on a task, and which tasks wait for the next one.
 */
package org.espalier.core.budget;
