/** What tasks are worth over time: utility functions and what they are made of. */
package org.espalier.core.utility;
