import { type AlertCase, after, missing, passing, rising } from './alert-series.ts'

const api = 'job="vaultwright-api",instance="a:9080"'
const count = 'vaultwright_request_duration_seconds_count'
const bucket = 'vaultwright_request_duration_seconds_bucket'

/** Every alert of deploy/prometheus/api-alerts.yaml. */
export const apiCases: Readonly<Record<string, AlertCase>> = {
  ApiAway: {
    series: { [`up{${api}}`]: missing },
    labels: { job: 'vaultwright-api', instance: 'a:9080' },
    ...after(2),
  },
  ApiNotReady: {
    series: { [`vaultwright_readiness{${api},status="not_ready"}`]: passing },
    labels: { instance: 'a:9080' },
    ...after(2),
  },
  ApiNodeWrong: {
    series: {
      [`vaultwright_part_problems{${api},part="nodes",code="wrong_chain",chain="mainnet"}`]:
        passing,
    },
    labels: { chain: 'mainnet', code: 'wrong_chain' },
    ...after(0),
  },
  ApiDegraded: {
    series: { [`vaultwright_part_ready{${api},part="redis"}`]: missing },
    labels: { part: 'redis' },
    ...after(15),
  },
  ApiFails: {
    series: {
      [`${count}{${api},operation="listVaults",status="200"}`]: '0+60x200',
      [`${count}{${api},operation="listVaults",status="503"}`]: rising(10),
      // Readiness itself is no request of a client.
      [`${count}{${api},operation="other",status="503"}`]: '0+600x200',
    },
    labels: {},
    quiet: 9,
    fires: 30,
    clears: 50,
  },
  ApiSlow: {
    series: {
      [`${bucket}{${api},operation="listVaults",le="0.5"}`]: '0+60x9 540+0x29 540+60x120',
      [`${bucket}{${api},operation="listVaults",le="2.5"}`]: '0+60x200',
      [`${bucket}{${api},operation="listVaults",le="+Inf"}`]: '0+60x200',
      [`${bucket}{${api},operation="simulate",le="60"}`]: '0+600x200',
      [`${bucket}{${api},operation="simulate",le="+Inf"}`]: '0+600x200',
    },
    labels: {},
    quiet: 9,
    fires: 35,
    clears: 60,
  },
  ApiOverloaded: {
    series: { [`vaultwright_overload_refused_total{${api}}`]: rising(6) },
    labels: {},
    quiet: 9,
    fires: 25,
    clears: 50,
  },
  ApiLoopLate: {
    series: { [`vaultwright_nodejs_eventloop_lag_p99_seconds{${api}}`]: passing },
    labels: { instance: 'a:9080' },
    ...after(10),
  },
  ApiMemory: {
    series: {
      [`vaultwright_process_resident_memory_bytes{${api}}`]: '3e8+0x9 9e8+0x29 3e8+0x60',
    },
    labels: { instance: 'a:9080' },
    ...after(10),
  },
  ApiKeysTried: {
    series: { [`vaultwright_address_limited_total{${api}}`]: rising(120) },
    labels: {},
    quiet: 9,
    fires: 35,
    clears: 55,
  },
  ApiCountsAlone: {
    series: { [`vaultwright_rate_limit_fallback_total{${api}}`]: rising(1) },
    labels: {},
    quiet: 9,
    fires: 25,
    clears: 55,
  },
  SimulationsFail: {
    series: {
      [`vaultwright_simulation_duration_seconds_count{${api},outcome="done"}`]: '0+5x200',
      [`vaultwright_simulation_duration_seconds_count{${api},outcome="failed"}`]: rising(20),
    },
    labels: {},
    quiet: 9,
    fires: 35,
    clears: 65,
  },
  ProofRefused: {
    series: {
      [`vaultwright_simulation_proofs_total{${api},outcome="refused"}`]: '0+0x10 1+0x200',
      [`vaultwright_simulation_proofs_total{${api},outcome="proven"}`]: '0+1x200',
    },
    labels: { outcome: 'refused' },
    quiet: 9,
    fires: 15,
    clears: 80,
  },
}
