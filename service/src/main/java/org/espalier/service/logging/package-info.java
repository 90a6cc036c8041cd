/** How libraries log. */
package org.espalier.service.logging;
