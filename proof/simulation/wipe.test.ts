import { testSeeds } from "./seeds.ts";

testSeeds(201, 20, { wipesPhone: true });
