/** The live service and its clients, from {@code serve} to {@code replay}. */
package org.espalier.cli.live;
