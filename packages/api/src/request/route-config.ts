import type { FastifyContextConfig, FastifyRequest } from 'fastify'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces merge with those of a module
  interface FastifyRequest {
    /** What its route says of itself; null until somebody asks, by `routeConfigOf`. */
    routeConfig: FastifyContextConfig | null
  }
}

/** Reads what the route of a request says of itself: the framework makes an object of all its options each time. */
export function routeConfigOf(request: FastifyRequest): FastifyContextConfig {
  request.routeConfig ??= request.routeOptions.config ?? {}
  return request.routeConfig
}
