/** Machines that are servers over HTTP. */
package org.espalier.service.servers;
