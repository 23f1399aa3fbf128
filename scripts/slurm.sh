#!/usr/bin/env bash
# scripts/slurm.sh: a sweep on a real Slurm of one node, started and stopped here, whose node fails in the middle.
#
# Needs root and slurm-wlm, slurm-wlm-basic-plugins, munge (Debian); says so and ends well without them. Everything lives in one
# folder and on the loopback address; nothing of a Slurm that may be installed is touched. Shows: the job that `lash sweep
# --emit-slurm` wrote is taken, the node is killed while it computes, Slurm puts the tasks back into the queue, and the table that
# comes out in the end is byte for byte that of a sweep without a cluster.
set -euo pipefail
cd "$(dirname "$0")/.."
lash=${LASH:-$PWD/build/lash}
for need in slurmctld slurmd sbatch munged; do
  command -v "$need" >/dev/null || [ -x "/usr/sbin/$need" ] || { echo "no $need here: the trial on Slurm is left out"; exit 0; }
done
[ "$(id -u)" = 0 ] || { echo "the trial on Slurm needs root: left out"; exit 0; }
PATH=$PATH:/usr/sbin
place=$(mktemp -d /tmp/lash-slurm-XXXXXX)
node=$(hostname -s)
export SLURM_CONF=$place/slurm.conf LASH_SUBROUTINE_PATH=${LASH_SUBROUTINE_PATH:-$PWD/build}

stop() { # whatever was started ends here
  for file in slurmctld slurmd munged; do [ -f "$place/$file.pid" ] && kill -9 "$(cat "$place/$file.pid")" 2>/dev/null || true; done
  pkill -9 -f "$place" 2>/dev/null || true
  rm -rf "$place"
}
trap stop EXIT
say() { printf '%(%H:%M:%S)T %s\n' -1 "$*"; }
until_true() { # SECONDS COMMAND…
  local left=$1; shift
  while ! "$@" >/dev/null 2>&1; do left=$((left - 1)); [ $left -gt 0 ] || { echo "gave up waiting for: $*" >&2; tail -5 "$place"/*.log >&2; exit 1; }; sleep 1; done
}

mkdir -p "$place/state" "$place/spool"
chmod 755 "$place"
echo "CgroupAutomount=no" >"$place/cgroup.conf"
dd if=/dev/urandom of="$place/key" bs=1024 count=1 status=none && chmod 400 "$place/key"
munged --force --key-file="$place/key" --socket="$place/munge.socket" --pid-file="$place/munged.pid" \
  --log-file="$place/munged.log" --seed-file="$place/seed"
cat >"$SLURM_CONF" <<CONF
ClusterName=trial
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=46817
SlurmdPort=46818
AuthType=auth/munge
AuthInfo=socket=$place/munge.socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$place/state
SlurmdSpoolDir=$place/spool
SlurmctldPidFile=$place/slurmctld.pid
SlurmdPidFile=$place/slurmd.pid
SlurmctldLogFile=$place/slurmctld.log
SlurmdLogFile=$place/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
MpiDefault=none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
SlurmdTimeout=6
KillWait=2
MessageTimeout=5
SlurmctldParameters=enable_configless
NodeName=$node NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=$node Default=YES MaxTime=INFINITE State=UP
CONF
slurmctld
slurmd
until_true 30 sh -c "sinfo -h -o %T | grep -q idle"
say "a Slurm of one node: $(sinfo -h -o '%N %T %c processors')"

model=$PWD/validation/rssr/rssr.adm
sweep="sweep $model --vary STRING/1.Rj=0.0092:0.0099:40 --measure impacts --end 0.04"
(cd "$place" && eval "$lash" "$sweep" --out alone --quiet --threads 2)
say "without a cluster: $(grep -c '^[0-9]' "$place/alone/points.csv") points"
(cd "$place" && eval "$lash" "$sweep" --out study --threads 1 --emit-slurm 4) >"$place/job.sh"
sed -i 's/--cpus-per-task=4/--cpus-per-task=1/' "$place/job.sh" # the node has two
say "$(cd "$place" && sbatch --output="$place/task-%a.out" job.sh)"

until_true 60 sh -c "cat $place/study/*.log 2>/dev/null | grep -c ok | grep -qv '^[01]$'"
squeue -o '%.12i %.12j %.10T %.20R'
say "points done when the node fails: $(cat "$place"/study/*.log | grep -c ' ok ')"
kill -9 "$(cat "$place/slurmd.pid")"
pkill -9 slurmstepd || true
pkill -9 -f "$place/study|--out study" || true # a node that fails takes its tasks along
until_true 60 sh -c "sinfo -h -o %T | grep -q down"
say "the node: $(sinfo -h -o '%N %T')"
until_true 60 sh -c "squeue -h -t PENDING | grep -q lash"
squeue -o '%.12i %.12j %.10T %.20R'
slurmd
until_true 60 sh -c "sinfo -h -o %T | grep -qE 'idle|mix|alloc'"
say "the node is back: $(sinfo -h -o '%N %T')"
until_true 300 sh -c "! squeue -h | grep -q ."
say "the queue is empty; gathering"
(cd "$place" && eval "$lash" "$sweep" --out study --quiet --threads 2)
cmp "$place/alone/points.csv" "$place/study/points.csv"
say "same table, byte for byte: $(grep -c '^[0-9]' "$place/study/points.csv") points"

command -v mpirun >/dev/null || { say "no mpirun here: the sweep over MPI is left out"; exit 0; }
{ printf '#!/bin/sh\n#SBATCH --ntasks=2\ncd %s || exit 1\n' "$place"
  echo "mpirun --allow-run-as-root --oversubscribe -np 2 $lash $sweep --out ranks --quiet"; } >"$place/mpi.sh"
say "$(cd "$place" && sbatch --output="$place/mpi.out" mpi.sh)"
until_true 300 sh -c "! squeue -h | grep -q ."
cmp "$place/alone/points.csv" "$place/ranks/points.csv"
say "over MPI, two ranks: the same table"
