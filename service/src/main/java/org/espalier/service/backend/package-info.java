/** What runs commands on real machines. */
package org.espalier.service.backend;
