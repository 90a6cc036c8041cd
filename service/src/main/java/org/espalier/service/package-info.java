/** The live service as a whole. */
package org.espalier.service;
