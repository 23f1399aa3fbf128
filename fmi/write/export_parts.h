/* Inside the export: an FMU under way. */
#ifndef LASH_FMI_EXPORT_PARTS_H
#define LASH_FMI_EXPORT_PARTS_H

#include "export.h"
#include "package.h"

typedef struct export_job {
  package *p;
  const unit *u;
  int version;
  char identifier[64];
  char *folder;   /* of sources; NULL: there are none */
  char **sources; /* names of C files in it, ended by NULL */
  export_report *report;
  const char *lost; /* what could not be put in for want of memory or a readable file; or NULL */
} export_job;

/* The file; what is in it is named after it. Ends with export_end() in every case. */
lash_status export_begin(export_job *job, const char *file, int version, const unit *u,
                         export_report *report, lash_error *error);
lash_status export_end(export_job *job, lash_status status, lash_error *error);

/* There is no memory for the FMU. */
lash_status export_no_memory(lash_error *error);

/* A text of NULL counts as lost. */
void export_text(export_job *job, const char *name, const char *text);
void export_file(export_job *job, const char *name, const char *path);

/* Puts all files of a folder beside the program ("fmu_joint_sources") into sources/; nothing
 * happens where there is none. Before export_descriptions(), which name them. */
void export_sources(export_job *job, const char *folder);

/* modelDescription.xml, and where it is wanted and known to the version, terminals. */
void export_descriptions(export_job *job, bool terminals);

/* One more C file among them. */
void export_source(export_job *job, const char *name, const char *text);

/* "fmu_joint": for every system whose binary lies beside the program; Linux must. */
lash_status export_binaries(export_job *job, const char *binary, lash_error *error);
/* One binary. */
void export_binary(export_job *job, const char *file, bool windows);

/* documentation/motion.svg: a mechanism for Co-Simulation runs to its suggested stop time. */
lash_status export_plot(export_job *job, unit *u, lash_error *error);

/* A mechanism that has been read and stands at its start, as C (export_fixed.c). */
struct model;
lash_status export_fixed(const char *file, int version, const export_model *what,
                         const struct model *m, export_report *report, lash_error *error);

#endif
