import { type Readiness, readinessMetrics } from '@vaultwright/base'
import { Gauge, type Registry } from 'prom-client'

/** Adds how the service does, looked up once each time that the metrics are printed. */
export function followReadiness(registry: Registry, look: () => Promise<Readiness>): void {
  let looking: Promise<Readiness> | null = null
  const lookOnce = () => {
    looking ??= look().finally(() => {
      looking = null
    })
    return looking
  }
  for (const { name, help, labelNames, rowsOf } of readinessMetrics) {
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        const rows = rowsOf(await lookOnce())
        this.reset()
        for (const { labels, value } of rows) this.set(labels, value)
      },
    })
  }
}
