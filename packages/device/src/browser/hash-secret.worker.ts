import { hashSecret } from "../hash-secret.ts";
import { answerCalls } from "./answer-calls.ts";

answerCalls(hashSecret);
