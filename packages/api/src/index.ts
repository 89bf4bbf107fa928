export { buildApp } from './app.ts'
export type { ApiConfig, SimulationConfig } from './config.ts'
export type { ApiContext } from './context.ts'
