export interface Costs {
  readonly ingestCpu: number;
  readonly workerCpu: number;
  readonly redisCpu: number;
  readonly postgresCpu: number;
  readonly apiCpuPerRead: number;
  readonly postgresCpuPerRead: number;
  readonly walBytes: number;
  readonly redisBytes: number;
  readonly ingestMemory: number;
  readonly workerMemory: number;
  readonly apiMemory: number;
  readonly disk: Readonly<Record<string, number>>;
}

export interface Assumptions {
  readonly utilization: number;
  readonly readsPerEvent: number;
  readonly queueMinutes: number;
  readonly postgresGbPerCore: number;
  readonly daysPerMonth: number;
  readonly months: number;
  readonly deliveryMonths: number;
  readonly rowMonths: number;
}

export interface Limits {
  readonly retentionEventsPerSecond: number;
  readonly postgresCores: number;
  readonly walMbPerSecond: number;
  readonly postgresDiskTb: number;
  readonly redisCores: number;
}

export interface Prices {
  readonly corePerMonth: number;
  readonly memoryGbPerMonth: number;
  readonly diskGbPerMonth: number;
}

type Tier = 'ingest' | 'worker' | 'api' | 'redis' | 'postgres';

export interface Plan {
  readonly eventsPerSecond: number;
  readonly cores: Readonly<Record<Tier, number>>;
  readonly memoryGb: Readonly<Record<Tier, number>>;
  readonly totals: { readonly cores: number; readonly memoryGb: number };
  readonly diskGbPerMonth: number;
  readonly diskGb: number;
  readonly walMbPerSecond: number;
  readonly moneyPerMonth: { readonly cores: number; readonly memory: number; readonly disk: number };
}

interface Results {
  readonly figures: readonly {
    readonly name: string;
    readonly samples: { readonly now: readonly number[] };
  }[];
}

export const COSTS: readonly {
  readonly key: Exclude<keyof Costs, 'disk'>;
  readonly name: string;
  readonly unit: string;
}[];
export const ASSUMPTIONS: Assumptions;
export const LIMITS: Limits;
export function diskName(table: string): string;
export function costsIn(results: Results): Costs | null;
export function planFor(
  eventsPerSecond: number,
  costs: Costs,
  inputs: { readonly assumptions?: Assumptions; readonly prices: Prices },
): Plan;
export function wallsOf(
  costs: Costs,
  inputs?: { readonly assumptions?: Assumptions; readonly limits?: Limits },
): { readonly limit: keyof Limits; readonly eventsPerSecond: number }[];
