import type { FastifyContextConfig, FastifyRequest } from 'fastify'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces merge with those of a module
  interface FastifyRequest {
    /** The configuration of its route; null until `routeConfigOf` reads it. */
    routeConfig: FastifyContextConfig | null
  }
}

/** Reads the configuration of a request's route once: the framework makes a new object of all options each time. */
export function routeConfigOf(request: FastifyRequest): FastifyContextConfig {
  request.routeConfig ??= request.routeOptions.config ?? {}
  return request.routeConfig
}
