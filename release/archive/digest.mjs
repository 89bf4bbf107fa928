// Lists of SHA-256 digests, a file a line, as sha256sum writes and checks them.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * Reads a list.
 *
 * @param file - its name, for messages.
 * @returns the digest of each name.
 * @throws {DigestListError} for a line that is none of a list, and a name with two digests.
 */
export function parseDigests(text, file) {
  const digests = new Map()
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line === '') continue
    const [, digest, name] = /^([0-9a-f]{64}) [ *](\S.*)$/.exec(line) ?? []
    if (digest === undefined)
      throw new DigestListError(
        `"${line.slice(0, 80)}" is not a digest and a file, in line ${at + 1} of ${file}. Give the plain list, without a signature around it.`,
        { file, line: at + 1 },
      )
    if (digests.has(name) && digests.get(name) !== digest)
      throw new DigestListError(
        `${file} has two digests of ${name}. Give the publisher's list of one version, as it is.`,
        { file, name },
      )
    digests.set(name, digest)
  }
  return digests
}

export function printDigests(digests) {
  return [...digests].map(([name, digest]) => `${digest}  ${name}\n`).join('')
}

/** The digest of a file's bytes. */
export function digestOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

export class DigestListError extends Error {
  constructor(message, facts) {
    super(message)
    this.name = 'DigestListError'
    this.code = 'digest_list_invalid'
    this.facts = facts
  }
}
