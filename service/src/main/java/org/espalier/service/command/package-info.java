/** Commands of task types: argument vectors with checked parameters. */
package org.espalier.service.command;
