package org.espalier.service.backend;

/**
 * A part of what a command has written, and how much that is as a whole.
 *
 * @param bytes the part, which may be empty
 * @param size bytes kept so far
 * @param notKept bytes written after those that are kept; 0 while the command runs
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares parts
public record OutputPart(byte[] bytes, long size, long notKept) {}
