/** The file that describes a live system. */
package org.espalier.service.config;
