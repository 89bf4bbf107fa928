import type { Protocol } from '../protocol-entry.ts'
import { elixirClaiming } from './function.ts'

/** Elixir. */
export const protocol = {
  name: 'elixir',
  title: 'Elixir',
  appUrl: null,
  decoders: [elixirClaiming],
  actions: [],
} as const satisfies Protocol
