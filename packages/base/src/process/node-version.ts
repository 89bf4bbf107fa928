import { BaseError } from '../error.ts'
import type { PartReport } from './readiness.ts'

/** The oldest Node that the programs run on, as every manifest says it. */
export const leastNode = '20.19.0'

/**
 * Reports whether a version of Node is one that the programs run on.
 *
 * @param version - as `process.versions.node` has it.
 */
export function runtimePartOf(version: string): PartReport {
  if (isEnough(version)) return { part: 'runtime', status: 'ready', problems: [] }
  const { code, message, facts } = new NodeVersionError(version)
  const problem = { code, message, chain: null, facts }
  return { part: 'runtime', status: 'not_ready', problems: [problem] }
}

/**
 * Refuses a version of Node that is too old.
 *
 * @throws {NodeVersionError}
 */
export function assertNodeVersion(version: string): void {
  if (!isEnough(version)) throw new NodeVersionError(version)
}

function isEnough(version: string): boolean {
  const [given, least] = [version, leastNode].map((text) => text.split('.').map(Number))
  for (const [index, part] of least!.entries()) {
    const own = given![index] ?? Number.NaN
    if (own !== part) return own > part
  }
  return true
}

/** This Node is too old. */
export class NodeVersionError extends BaseError {
  override readonly code = 'node_too_old'
  override readonly kind = 'unsupported'

  constructor(version: string) {
    super({
      message: `This is Node ${version}, and the program needs Node ${leastNode} or newer. Install a newer one.`,
      facts: { version, least: leastNode },
    })
  }
}
