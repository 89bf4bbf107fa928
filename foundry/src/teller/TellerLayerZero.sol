// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Teller} from "./Teller.sol";

/// @notice Where a message comes from.
struct Origin {
    uint32 srcEid;
    bytes32 sender;
    uint64 nonce;
}

/// @notice Delivers messages, and knows who may configure how they are verified.
interface IEndpoint {
    function setDelegate(address delegate) external;
}

/// @notice A teller that also mints what its peer on another chain burned.
contract TellerLayerZero is Teller {
    struct Chain {
        bool allowMessagesFrom;
        bool allowMessagesTo;
        uint128 messageGasLimit;
    }

    IEndpoint public immutable endpoint;
    mapping(uint32 eid => bytes32 peer) public peers;
    mapping(uint32 eid => Chain) public idToChains;

    event PeerSet(uint32 eid, bytes32 peer);
    event ChainAdded(
        uint32 chainId,
        bool allowMessagesFrom,
        bool allowMessagesTo,
        address targetTeller,
        uint128 messageGasLimit
    );
    event ChainRemoved(uint32 chainId);
    event MessageReceived(bytes32 messageId, uint256 shareAmount, address to);

    error OnlyEndpoint(address addr);
    error OnlyPeer(uint32 eid, bytes32 sender);
    error LayerZeroTeller__MessagesNotAllowedFrom(uint32 chainSelector);

    constructor(
        address owner,
        address vault,
        address accountant,
        address weth,
        address endpoint_,
        address delegate
    ) Teller(owner, vault, accountant, weth) {
        endpoint = IEndpoint(endpoint_);
        IEndpoint(endpoint_).setDelegate(delegate);
    }

    function addChain(
        uint32 chainId,
        bool allowMessagesFrom,
        bool allowMessagesTo,
        address targetTeller,
        uint128 messageGasLimit
    ) external requiresAuth {
        idToChains[chainId] = Chain(allowMessagesFrom, allowMessagesTo, messageGasLimit);
        _setPeer(chainId, bytes32(uint256(uint160(targetTeller))));
        emit ChainAdded(chainId, allowMessagesFrom, allowMessagesTo, targetTeller, messageGasLimit);
    }

    function removeChain(uint32 chainId) external requiresAuth {
        delete idToChains[chainId];
        _setPeer(chainId, 0);
        emit ChainRemoved(chainId);
    }

    function setPeer(uint32 eid, bytes32 peer) external requiresAuth {
        _setPeer(eid, peer);
    }

    /// @notice Names who may choose the verifiers of messages to this contract.
    function setDelegate(address delegate) external requiresAuth {
        endpoint.setDelegate(delegate);
    }

    /// @notice Mints what the message of a peer says.
    function lzReceive(
        Origin calldata origin,
        bytes32 guid,
        bytes calldata message,
        address,
        bytes calldata
    ) external payable {
        if (msg.sender != address(endpoint)) revert OnlyEndpoint(msg.sender);
        bytes32 peer = peers[origin.srcEid];
        if (peer == 0 || peer != origin.sender) revert OnlyPeer(origin.srcEid, origin.sender);
        if (!idToChains[origin.srcEid].allowMessagesFrom) {
            revert LayerZeroTeller__MessagesNotAllowedFrom(origin.srcEid);
        }
        (uint256 shares, address to) = abi.decode(message, (uint256, address));
        vault.enter(address(0), address(0), 0, to, shares);
        emit MessageReceived(guid, shares, to);
    }

    function version() external pure override returns (string memory) {
        return "LayerZero V0.1";
    }

    function _setPeer(uint32 eid, bytes32 peer) private {
        peers[eid] = peer;
        emit PeerSet(eid, peer);
    }
}
