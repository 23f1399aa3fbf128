/* A driven damped pendulum, whose periods and chaos are known (Baker and Gollub, Chaotic dynamics,
 * 1990): theta'' = -theta'/2 - sin theta + g cos(2 t/3), made of a mass 1 m from its hinge with a
 * moment of inertia about the hinge of 1. One period at g = 0.9, two at 1.07, chaos at 1.5. */
#ifndef LASH_TEST_PENDULUM_H
#define LASH_TEST_PENDULUM_H

static const char pendulum[] =
    "a driven pendulum\n"
    "PART/1, GROUND\n"
    "MARKER/1, PART=1\n"
    "PART/2, MASS=0.99, CM=3, IP=0.01,0.01,0.01, QG=0,0,0\n"
    "MARKER/2, PART=2\n"
    "MARKER/3, PART=2, QP=0,-1,0\n"
    "JOINT/1, REVOLUTE, I=2, J=1\n"
    "SFORCE/1, ROTATION, ACTIONONLY, I=2, J=1, FUNCTION=0\n"
    "ACCGRAV/JGRAV=-1.010101010101010101\n"
    "REQUEST/1, F2=WZ(2,1)\n"
    "END\n";

/* The setting that drives it, with g to be filled in, and the period of the drive. */
static const char pendulum_drive[] = "SFORCE/1.FUNCTION=${g}*COS(2*TIME/3)-0.5*WZ(2,1)";
static const double pendulum_period = 3 * 3.14159265358979324;

#endif
