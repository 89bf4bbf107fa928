import { BaseError } from '../error.ts'
import type { PartReport } from './readiness.ts'

/** The oldest Node that the programs run on without a store, as their manifests say it. */
export const minimumNode = '20.19.0'

/** The oldest Node that services run on, and that backups need: SQLite's binding asks for its binary interface. */
export const minimumServiceNode = '22.14.0'

/** Of the line 23 only this and later has that interface. */
const minimumOf23 = '23.6.0'

/**
 * Reports whether a version of Node is one that services run on.
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
 * Refuses a version of Node that is too old for a service.
 *
 * @throws {NodeVersionError}
 */
export function assertNodeVersion(version: string): void {
  if (!isEnough(version)) throw new NodeVersionError(version)
}

function isEnough(version: string): boolean {
  return isAtLeast(version, version.startsWith('23.') ? minimumOf23 : minimumServiceNode)
}

function isAtLeast(version: string, minimum: string): boolean {
  const [actual, required] = [version, minimum].map((text) => text.split('.').map(Number))
  for (const [index, part] of required!.entries()) {
    const actualPart = actual![index] ?? Number.NaN
    if (actualPart !== part) return actualPart > part
  }
  return true
}

/** This Node is too old. */
export class NodeVersionError extends BaseError {
  override readonly code = 'node_too_old'
  override readonly kind = 'unsupported'

  constructor(version: string) {
    super({
      message: `This is Node ${version}, and services need Node ${minimumServiceNode} or newer (of 23: ${minimumOf23}). Install a newer one.`,
      facts: { version, least: minimumServiceNode },
    })
  }
}
