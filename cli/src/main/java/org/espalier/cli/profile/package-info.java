/** The measuring of commands: {@code profile}. */
package org.espalier.cli.profile;
