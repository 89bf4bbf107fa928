// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {Auth} from "../../src/auth/Auth.sol";
import {RolesAuthority} from "../../src/auth/RolesAuthority.sol";

contract Guarded is Auth {
    uint256 public doneCount;

    constructor(address owner, address authority) Auth(owner, authority) {}

    function act() external requiresAuth {
        ++doneCount;
    }

    function actOtherwise() external requiresAuth {
        ++doneCount;
    }
}

contract RolesAuthorityTest is Test {
    address private immutable _OWNER = makeAddr("owner");
    address private immutable _ALICE = makeAddr("alice");
    bytes4 private constant ACT = Guarded.act.selector;

    RolesAuthority private _authority;
    Guarded private _guarded;

    function setUp() public {
        _authority = new RolesAuthority(_OWNER);
        _guarded = new Guarded(_OWNER, address(_authority));
    }

    function _act(address user, bool mayAct) private {
        uint256 before = _guarded.doneCount();
        if (!mayAct) vm.expectRevert("UNAUTHORIZED");
        vm.prank(user);
        _guarded.act();
        assertEq(_guarded.doneCount(), before + (mayAct ? 1 : 0));
    }

    function test_selectorsAndTopics() public pure {
        assertEq(
            RolesAuthority.UserRoleUpdated.selector,
            keccak256("UserRoleUpdated(address,uint8,bool)")
        );
        assertEq(bytes4(RolesAuthority.UserRoleUpdated.selector), bytes4(0x4c9bdd0c));
        assertEq(bytes4(RolesAuthority.RoleCapabilityUpdated.selector), bytes4(0xa52ea92e));
        assertEq(bytes4(RolesAuthority.PublicCapabilityUpdated.selector), bytes4(0x950a343f));
        assertEq(
            Auth.AuthorityUpdated.selector,
            0xa3396fd7f6e0a21b50e5089d2da70d5ac0a3bbbd1f617a93f134b76389980198
        );
        assertEq(bytes4(Auth.OwnershipTransferred.selector), bytes4(0x8be0079c));
        assertEq(RolesAuthority.setUserRole.selector, bytes4(0x67aff484));
        assertEq(RolesAuthority.setRoleCapability.selector, bytes4(0x7d40583d));
        assertEq(RolesAuthority.setPublicCapability.selector, bytes4(0xc6b0263e));
        assertEq(RolesAuthority.canCall.selector, bytes4(0xb7009613));
    }

    function test_aRoleOpensOneFunction() public {
        _act(_ALICE, false);
        vm.startPrank(_OWNER);
        vm.expectEmit(address(_authority));
        emit RolesAuthority.UserRoleUpdated(_ALICE, 7, true);
        _authority.setUserRole(_ALICE, 7, true);
        vm.stopPrank();
        _act(_ALICE, false);
        vm.startPrank(_OWNER);
        vm.expectEmit(address(_authority));
        emit RolesAuthority.RoleCapabilityUpdated(7, address(_guarded), ACT, true);
        _authority.setRoleCapability(7, address(_guarded), ACT, true);
        vm.stopPrank();
        _act(_ALICE, true);
        vm.prank(_ALICE);
        vm.expectRevert("UNAUTHORIZED");
        _guarded.actOtherwise();
    }

    function test_aPublicFunctionIsOpenToAll() public {
        vm.startPrank(_OWNER);
        vm.expectEmit(address(_authority));
        emit RolesAuthority.PublicCapabilityUpdated(address(_guarded), ACT, true);
        _authority.setPublicCapability(address(_guarded), ACT, true);
        vm.stopPrank();
        assertTrue(_authority.isCapabilityPublic(address(_guarded), ACT));
        _act(_ALICE, true);
        vm.prank(_OWNER);
        _authority.setPublicCapability(address(_guarded), ACT, false);
        _act(_ALICE, false);
    }

    function test_theOwnerPassesAnAuthorityThatSaysNo() public {
        assertFalse(_authority.canCall(_OWNER, address(_guarded), ACT));
        _act(_OWNER, true);
    }

    function test_anAuthorityThatRevertsClosesAllButSetAuthority() public {
        address[2] memory judges = [makeAddr("an account without code"), address(_guarded)];
        for (uint256 i; i < judges.length; ++i) {
            vm.prank(_OWNER);
            _guarded.setAuthority(judges[i]);
            address[2] memory users = [_OWNER, _ALICE];
            for (uint256 j; j < users.length; ++j) {
                vm.startPrank(users[j]);
                vm.expectRevert(bytes(""));
                _guarded.act();
                vm.expectRevert(bytes(""));
                _guarded.transferOwnership(_ALICE);
                vm.stopPrank();
            }
            vm.prank(_ALICE);
            vm.expectRevert(bytes(""));
            _guarded.setAuthority(address(0));
        }
        vm.prank(_OWNER);
        _guarded.setAuthority(address(0));
        _act(_OWNER, true);
    }

    function test_withoutAnAuthorityTheOwnerIsAlone() public {
        vm.startPrank(_OWNER);
        _authority.setPublicCapability(address(_guarded), ACT, true);
        vm.expectEmit(address(_guarded));
        emit Auth.AuthorityUpdated(_OWNER, address(0));
        _guarded.setAuthority(address(0));
        vm.stopPrank();
        _act(_ALICE, false);
        _act(_OWNER, true);
    }

    function test_ownershipMoves() public {
        vm.expectEmit(address(_guarded));
        emit Auth.OwnershipTransferred(_OWNER, _ALICE);
        vm.prank(_OWNER);
        _guarded.transferOwnership(_ALICE);
        _act(_OWNER, false);
        _act(_ALICE, true);
    }

    function test_outsidersMaySetNothing() public {
        vm.startPrank(_ALICE);
        vm.expectRevert("UNAUTHORIZED");
        _authority.setUserRole(_ALICE, 1, true);
        vm.expectRevert("UNAUTHORIZED");
        _authority.setRoleCapability(1, address(_guarded), ACT, true);
        vm.expectRevert("UNAUTHORIZED");
        _authority.setPublicCapability(address(_guarded), ACT, true);
        vm.expectRevert("UNAUTHORIZED");
        _guarded.setAuthority(_ALICE);
        vm.expectRevert("UNAUTHORIZED");
        _guarded.transferOwnership(_ALICE);
        vm.stopPrank();
    }

    function testFuzz_aUserMayCallWhatOneOfTheRolesMay(uint256 held, uint256 granted) public {
        vm.startPrank(_OWNER);
        for (uint256 role; role < 256; role += 5) {
            if (held >> role & 1 == 1) _authority.setUserRole(_ALICE, uint8(role), true);
            if (granted >> role & 1 == 1) {
                _authority.setRoleCapability(uint8(role), address(_guarded), ACT, true);
            }
        }
        vm.stopPrank();
        uint256 userRoles = uint256(_authority.getUserRoles(_ALICE));
        uint256 mayRoles = uint256(_authority.getRolesWithCapability(address(_guarded), ACT));
        for (uint256 role; role < 256; ++role) {
            bool isSet = role % 5 == 0;
            assertEq(userRoles >> role & 1, isSet ? held >> role & 1 : 0);
            assertEq(mayRoles >> role & 1, isSet ? granted >> role & 1 : 0);
            assertEq(_authority.doesUserHaveRole(_ALICE, uint8(role)), userRoles >> role & 1 == 1);
            assertEq(
                _authority.doesRoleHaveCapability(uint8(role), address(_guarded), ACT),
                mayRoles >> role & 1 == 1
            );
        }
        _act(_ALICE, userRoles & mayRoles != 0);
    }

    function testFuzz_takingOneRoleLeavesTheOthers(uint8 kept, uint8 taken) public {
        vm.assume(kept != taken);
        vm.startPrank(_OWNER);
        _authority.setUserRole(_ALICE, kept, true);
        _authority.setUserRole(_ALICE, taken, true);
        _authority.setUserRole(_ALICE, taken, false);
        _authority.setUserRole(_ALICE, taken, false);
        vm.stopPrank();
        assertEq(uint256(_authority.getUserRoles(_ALICE)), 1 << kept);
    }
}
