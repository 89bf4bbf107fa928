import { type JsonObject, jsonOf } from './component.ts'
import { adminRequests, adminResponses } from './example/admin.ts'
import { builderRequests, builderResponses } from './example/builder.ts'
import { dataRequests, dataResponses } from './example/data.ts'

/**
 * Gives bodies to show for an operation.
 *
 * @returns bodies by what they show; empty when none was written.
 */
export function requestExampleOf(name: string): JsonObject {
  return examplesOf({ ...builderRequests, ...dataRequests, ...adminRequests }, name)
}

/**
 * Gives answers to show for an operation.
 *
 * @returns answers by what they show; empty when none was written.
 */
export function responseExampleOf(name: string): JsonObject {
  return examplesOf({ ...builderResponses, ...dataResponses, ...adminResponses }, name)
}

function examplesOf(all: Readonly<Record<string, unknown>>, name: string): JsonObject {
  return Object.hasOwn(all, name) ? (jsonOf(all[name]) as JsonObject) : {}
}
