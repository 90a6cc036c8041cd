/** What files hold, of what kind they are and how they are written; {@code check}, {@code show}. */
package org.espalier.cli.files;
